export const organizationOption = {
  description: 'The organization (LECTERN_ORGANIZATION where it is not given)',
  value: '<id>',
  variable: 'LECTERN_ORGANIZATION',
  required: true,
} as const
