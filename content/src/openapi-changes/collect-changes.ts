import type { ChangeSide, OpenApiChange, OperationName } from './change.ts'
import {
  placeId,
  received,
  sent,
  type Comparison,
  type Finding,
  type PairNode,
} from './comparison.ts'
import { pointerTo } from './located.ts'
import { byOperation, byText, findReach, type Reach } from './reach.ts'
import { ruleOf, type Rule, type Verdict } from './rules.ts'
import { whereOf } from './where.ts'
import { capitalised, listed } from './words.ts'

/** A finding, however many pairs it was found in. */
interface Merged {
  readonly finding: Finding
  readonly rule: Rule
  readonly nodes: PairNode[]
}

interface Judged extends Merged {
  readonly verdict: Verdict
  readonly side: ChangeSide
  readonly reach: Reach
}

const changesMax = 10_000
const charactersMax = 8_000_000

/** The findings of a comparison as changes, judged by whom they reach, in order. */
export function collectChanges(comparison: Comparison): readonly OpenApiChange[] {
  const merged = mergeFindings(comparison)
  const reachOf = findReach(comparison, merged)
  const judged = merged.map((each) => judge(each, reachOf(each)))
  const changes: OpenApiChange[] = []
  let characters = 0
  for (const each of judged.toSorted(byVerdictAndPlace)) {
    if (changes.length === changesMax || characters > charactersMax) {
      comparison.isPartial = true
      break
    }
    const change = changeOf(each)
    characters += sizeOf(change)
    changes.push(change)
  }
  return changes.toSorted(inOrder)
}

/** Texts count once for an operation or component, everything else once for its place. */
function mergeFindings(comparison: Comparison): readonly Merged[] {
  const merged = new Map<string, Merged>()
  const texts = new Map<string, Merged>()
  const roots = comparison.roots.map(({ node }) => node)
  for (const node of [...roots, ...comparison.nodes.values()]) {
    for (const finding of node.findings) {
      const { rule, at, name } = finding
      const isText = rule === 'documentation-changed'
      const known = isText ? texts : merged
      const key = isText ? at.head : JSON.stringify([rule, placeId(comparison, at), name])
      const same = known.get(key)
      if (same !== undefined) same.nodes.push(node)
      else known.set(key, { finding, rule: ruleOf(rule), nodes: [node] })
    }
  }
  return [...merged.values(), ...texts.values()]
}

function judge(merged: Merged, reach: Reach): Judged {
  const { rule, finding } = merged
  const ways = reach.ways & finding.ways
  const side = rule.side ?? sideOf(ways === 0 ? reach.ways : ways)
  return { ...merged, reach, side, verdict: verdictOf(rule, ways, reach.ways) }
}

function verdictOf(rule: Rule, ways: number, reached: number): Verdict {
  if (rule.side !== undefined || reached === 0) return rule.request
  if (ways === 0) {
    return {
      isBreaking: false,
      reason: 'The field is read-only or write-only, and counts only on its own side.',
    }
  }
  const verdicts = [
    ...((ways & sent) === 0 ? [] : [rule.request]),
    ...((ways & received) === 0 ? [] : [rule.response]),
  ]
  return verdicts.find(({ isBreaking }) => isBreaking) ?? verdicts[0] ?? rule.request
}

function sideOf(ways: number): ChangeSide {
  if (ways === 0) return 'document'
  if (ways === sent) return 'request'
  return ways === received ? 'response' : 'both'
}

function changeOf({ finding, rule, verdict, side, reach }: Judged): OpenApiChange {
  const { at, name } = finding
  const [operation] = reach.count === 1 ? reach.first : []
  const reaches = reach.count > 1 && { operations: reach.first, count: reach.count }
  const message = capitalised(finding.says(whereOf(at)))
  return {
    kind: rule.kind,
    isBreaking: verdict.isBreaking,
    rule: rule.id,
    message: reaches === false ? message : `${message} ${reachedSentence(reach)}`,
    reason: verdict.reason,
    place: {
      ...(operation !== undefined && { operation }),
      pointer: pointerTo(at),
      side,
      ...(name !== undefined && { name }),
    },
    ...(reaches !== false && { reaches }),
  }
}

function reachedSentence({ first, count }: Reach): string {
  const names = first.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  return `It reaches ${listed(names, count)}.`
}

function sizeOf({ message, place, reaches }: OpenApiChange): number {
  const paths = [place.operation, ...(reaches?.operations ?? [])].map(
    (operation) => operation?.path.length ?? 0,
  )
  const named = place.name?.length ?? 0
  return (
    message.length +
    place.pointer.length +
    named +
    paths.reduce((sum, each) => sum + each, 0)
  )
}

function byVerdictAndPlace(one: Judged, other: Judged): number {
  const order = Number(other.verdict.isBreaking) - Number(one.verdict.isBreaking)
  return order === 0 ? byOperation(one.reach.first[0], other.reach.first[0]) : order
}

function inOrder(one: OpenApiChange, other: OpenApiChange): number {
  return (
    Number(other.isBreaking) - Number(one.isBreaking) ||
    byOperation(operationOf(one), operationOf(other)) ||
    byText(one.place.pointer, other.place.pointer) ||
    byText(one.rule, other.rule) ||
    byText(one.place.name ?? '', other.place.name ?? '')
  )
}

function operationOf({ place, reaches }: OpenApiChange): OperationName | undefined {
  return place.operation ?? reaches?.operations[0]
}
