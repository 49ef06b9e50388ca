/**
 * How much of a document is shown. Units stand for about a hundred bytes of the result: a schema, a
 * parameter or a value is one, and a text as many as it is long.
 */
export const bounds = {
  /** The units of all parts together; what comes after them is named and not described. */
  units: 600_000,
  /** The units of one part, for as many parts: fewer, the more there are. */
  unitsOfParts: [
    [150, 2_000],
    [500, 1_000],
    [4_000, 500],
    [10_000, 250],
    [Infinity, 125],
  ],
  /** The steps that are taken to understand all schemas. */
  steps: 20_000_000,
  operations: 25_000,
  schemas: 5_000,
  tags: 900,
  tagsOfOperation: 20,
  partsOfPage: 2_000,
  depth: 24,
  /** The schemas that one is put together from. */
  schemasMerged: 64,
  properties: 500,
  alternatives: 50,
  values: 300,
  parameters: 200,
  contents: 20,
  responses: 60,
  headers: 60,
  examples: 12,
  servers: 30,
  security: 30,
  schemes: 60,
  callbacks: 20,
  hops: 32,
} as const

/** How long texts may be; longer ones are cut, and longer values left out. */
export const lengths = {
  name: 1_000,
  title: 300,
  line: 2_000,
  value: 2_000,
  ofField: 10_000,
  ofPart: 40_000,
  ofPage: 100_000,
  example: 60_000,
  namesOfPage: 150_000,
} as const
