export const spaceOption = {
  description: 'The space (LECTERN_SPACE where it is not given)',
  value: '<id>',
  variable: 'LECTERN_SPACE',
  required: true,
} as const
