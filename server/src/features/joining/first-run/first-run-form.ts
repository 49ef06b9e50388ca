import { emailFrom } from '#/features/joining/sign-in/public.ts'
import { displayNameFrom } from '#/features/joining/welcome/public.ts'

/** What somebody typed, as it was. */
export interface Typed {
  readonly displayName: string
  readonly email: string
  readonly organizationTitle: string
}

export type Field = keyof Typed

export interface Read {
  /** Undefined where something was wrong. */
  readonly values: Typed | undefined
  /** The fields that were. */
  readonly wrong: readonly Field[]
}

const fields = ['displayName', 'email', 'organizationTitle'] as const
const titleMin = 2
const titleMax = 255

export function typedIn(form: URLSearchParams): Typed {
  const text = (name: Field) => form.get(name) ?? ''
  return {
    displayName: text('displayName'),
    email: text('email'),
    organizationTitle: text('organizationTitle'),
  }
}

export function readTyped(typed: Typed): Read {
  const displayName = displayNameFrom(typed.displayName)
  const email = emailFrom(typed.email)
  const organizationTitle = titleFrom(typed.organizationTitle)
  if (
    displayName === undefined ||
    email === undefined ||
    organizationTitle === undefined
  ) {
    const read = { displayName, email, organizationTitle }
    return { values: undefined, wrong: fields.filter((name) => read[name] === undefined) }
  }
  return { values: { displayName, email, organizationTitle }, wrong: [] }
}

function titleFrom(typed: string): string | undefined {
  const title = typed.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  const { length } = Array.from(title)
  return length >= titleMin && length <= titleMax ? title : undefined
}
