export {
  forgetFormerPaths,
  keepFormerSectionPath,
  keepFormerSiteSpacePath,
} from './keep-former-path.ts'
