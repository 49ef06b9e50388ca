import { call, type Making, type Things } from './generate-call.ts'
import { targetOf } from './generate-schema.ts'

/** A change request of a space with content of its own; none can be deleted. */
export async function makeChangeRequest(
  making: Making,
  spaceId: string,
): Promise<Things> {
  const subject = making.canary
  const made = await call(
    making,
    targetOf('createChangeRequest'),
    { spaceId },
    { subject },
  )
  const { body } = made
  if (typeof body !== 'object' || body === null || !('id' in body)) {
    throw new Error(`No change request was made: ${made.text}`)
  }
  const changeRequestId = String(body.id)
  const document = { markdown: `Text ${making.canary}.\n` }
  await call(
    making,
    targetOf('updateChangeRequestContent'),
    { spaceId, changeRequestId },
    {
      changes: [
        { operation: 'insert_page', title: making.canary, document },
        { operation: 'insert_reusable_content', title: making.canary, document },
        { operation: 'set_variables', variables: { canary: making.canary } },
      ],
    },
  )
  const review = await makeReview(making, { spaceId, changeRequestId })
  const checkName = await makeCheck(making, { spaceId, changeRequestId })
  await makeUnderStrictRules(making)
  return { changeRequest: changeRequestId, review, checkName }
}

async function makeCheck(
  making: Making,
  place: { readonly spaceId: string; readonly changeRequestId: string },
): Promise<string> {
  const checkName = `check-${making.canary}`
  await call(
    making,
    targetOf('reportChangeRequestCheck'),
    { ...place, checkName },
    { state: 'passed', summary: making.canary },
  )
  return checkName
}

/** An open change request that nobody can merge; those of the other spaces meet the rules. */
async function makeUnderStrictRules(making: Making): Promise<void> {
  const title = `Strict ${making.canary}`
  const space = await call(making, targetOf('createSpace'), {}, { title })
  const spaceId = idIn(space.body)
  const message = `Never merge ${making.canary}`
  const rules = [{ rule: 'custom', expression: 'false', message }]
  await call(
    making,
    targetOf('updateSpaceById'),
    { spaceId },
    { mergeRules: { type: 'rules', rules } },
  )
  const request = await call(making, targetOf('createChangeRequest'), { spaceId }, {})
  const changeRequestId = idIn(request.body)
  await call(
    making,
    targetOf('updateChangeRequestById'),
    { spaceId, changeRequestId },
    { status: 'open' },
  )
}

function idIn(body: unknown): string {
  if (typeof body === 'object' && body !== null && 'id' in body) return String(body.id)
  throw new Error(`Nothing was made: ${JSON.stringify(body)}`)
}

/** A review that says something, and somebody who is asked for another. */
async function makeReview(
  making: Making,
  place: { readonly spaceId: string; readonly changeRequestId: string },
): Promise<string> {
  const comment = { markdown: `Reviewed ${making.canary}.` }
  const status = 'changes-requested'
  const submit = targetOf('submitChangeRequestReview')
  const { body, text } = await call(making, submit, place, { status, comment })
  if (typeof body !== 'object' || body === null || !('id' in body)) {
    throw new Error(`No review was made: ${text}`)
  }
  const users = [making.residentId]
  await call(making, targetOf('requestReviewersForChangeRequest'), place, { users })
  return String(body.id)
}
