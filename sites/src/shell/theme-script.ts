import { createHash } from 'node:crypto'

/**
 * Runs before the first paint, so that nothing flashes up: marks that scripts run, hides an
 * announcement the reader has hidden, and applies their theme. One text for every page, for its
 * hash.
 */
export const themeScript =
  "(function(d,s,a){d.dataset.js='';try{s=localStorage.getItem('lectern:theme');" +
  "a=localStorage.getItem('lectern:dismissed')}catch(e){}" +
  "if(a&&a.includes('\"'+d.dataset.announcement+'\"'))d.dataset.dismissed='';" +
  "if(!s||'themeFixed'in d.dataset)return;d.dataset.choice=s;" +
  "if(s=='system')s=matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light';" +
  "if(s=='dark'||s=='light')d.dataset.theme=s})(document.documentElement)"

/** The hash of `themeScript` for `script-src`. The JSON-LD block is data, so it needs no hash. */
export const themeScriptHash = `'sha256-${createHash('sha256').update(themeScript).digest('base64')}'`
