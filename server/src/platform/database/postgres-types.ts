import { type CustomTypesConfig, types } from 'pg'

/**
 * The parsers of column values. Timestamps stay text, in the form the API answers: a Date costs
 * more than the rest of a row. PostgreSQL prints `2026-01-02 03:04:05.678+00` to sessions in UTC.
 */
export const textTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === types.builtins.TIMESTAMPTZ) return isoFromPostgres
    if (oid === types.builtins.INT8) return Number
    return types.getTypeParser(oid, format)
  },
}

export function isoFromPostgres(text: string): string {
  const dot = text.indexOf('.')
  const fraction = dot === -1 ? '' : text.slice(dot + 1, text.indexOf('+', dot))
  const seconds = text.slice(0, 19).replace(' ', 'T')
  return `${seconds}.${fraction.padEnd(3, '0').slice(0, 6)}Z`
}
