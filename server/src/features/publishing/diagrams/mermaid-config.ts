import type { DiagramTheme } from './diagram-key.ts'

/** Fonts of equal widths on most systems: the image is shown with the fonts of its reader. */
const fontFamily = 'Arial, "Liberation Sans", Helvetica, sans-serif'

/** Dark words can be read on each of these, and neighbours be told apart, on light and on dark. */
const series = [
  '#7b9de0',
  '#e0a030',
  '#4fb58c',
  '#dc7f9e',
  '#a78bd8',
  '#58b4c9',
  '#c78a53',
  '#97a2b3',
  '#aac44f',
  '#e4947a',
  '#a9c1f0',
  '#d79bcb',
]

const slices = {
  pieOpacity: '1',
  ...Object.fromEntries(series.map((color, index) => [`pie${index + 1}`, color])),
}

const colors: Record<DiagramTheme, Readonly<Record<string, string | boolean>>> = {
  light: {
    darkMode: false,
    background: '#ffffff',
    primaryColor: '#e8effc',
    primaryTextColor: '#1c2434',
    primaryBorderColor: '#5b7fc7',
    secondaryColor: '#e6f4ee',
    tertiaryColor: '#f6f3ea',
    lineColor: '#5c6b82',
    textColor: '#1c2434',
    noteBkgColor: '#fff6d9',
    noteTextColor: '#3d3413',
    noteBorderColor: '#d9bd62',
    edgeLabelBackground: '#ffffff',
    pieStrokeColor: '#ffffff',
    pieSectionTextColor: '#101828',
    ...slices,
  },
  dark: {
    darkMode: true,
    background: '#15181e',
    primaryColor: '#25324a',
    primaryTextColor: '#e7ebf2',
    primaryBorderColor: '#7f9fdc',
    secondaryColor: '#20382f',
    tertiaryColor: '#37322a',
    lineColor: '#9aa7bb',
    textColor: '#e7ebf2',
    noteBkgColor: '#433a1d',
    noteTextColor: '#f3e8c4',
    noteBorderColor: '#a58f4b',
    edgeLabelBackground: '#15181e',
    pieStrokeColor: '#15181e',
    pieSectionTextColor: '#0b0d11',
    ...slices,
  },
}

/** The layout of ELK is left out of what draws; dagre's is that of all earlier versions. */
const appearance = { layout: 'dagre', look: 'classic', theme: 'base' } as const

/** The settings that a source cannot change, at any depth. */
const settled = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'htmlLabels',
  'layout',
  'themeCSS',
  'fontFamily',
  'altFontFamily',
  'dompurifyConfig',
  'logLevel',
  'legacyMathML',
  'forceLegacyMathML',
  'arrowMarkerAbsolute',
]

/** The settings of Mermaid: no HTML in labels, no links, no scripts, no styles of the author. */
export function mermaidConfig(theme: DiagramTheme): Readonly<Record<string, unknown>> {
  return {
    startOnLoad: false,
    securityLevel: 'strict',
    secure: settled,
    suppressErrorRendering: true,
    maxTextSize: 20_000,
    maxEdges: 500,
    htmlLabels: false,
    // Kinds of diagrams have settings of their own, which win over those for all.
    flowchart: { htmlLabels: false, ...appearance },
    class: { htmlLabels: false, ...appearance },
    state: { htmlLabels: false, ...appearance },
    er: appearance,
    requirement: appearance,
    sequence: { look: 'classic', theme: 'base' },
    gantt: { look: 'classic', theme: 'base' },
    ...appearance,
    deterministicIds: true,
    deterministicIDSeed: 'diagram',
    arrowMarkerAbsolute: false,
    logLevel: 'fatal',
    themeVariables: { ...colors[theme], fontFamily, fontSize: '15px' },
    fontFamily,
  }
}
