import { createHash } from 'node:crypto'

/**
 * Runs before anything is painted, so that nothing else flashes up: says that scripts run, hides an
 * announcement that the reader has hidden, and puts their theme in place of the site's. The same text
 * everywhere, for its hash.
 */
export const themeScript =
  "(function(d,s,a){d.dataset.js='';try{s=localStorage.getItem('lectern:theme');" +
  "a=localStorage.getItem('lectern:dismissed')}catch(e){}" +
  "if(a&&a.includes('\"'+d.dataset.announcement+'\"'))d.dataset.dismissed='';" +
  "if(!s||'themeFixed'in d.dataset)return;d.dataset.choice=s;" +
  "if(s=='system')s=matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light';" +
  "if(s=='dark'||s=='light')d.dataset.theme=s})(document.documentElement)"

/** For `script-src`. The JSON-LD block is data, not a script: it needs no hash. */
export const themeScriptHash = `'sha256-${createHash('sha256').update(themeScript).digest('base64')}'`
