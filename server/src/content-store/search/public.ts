export {
  isFindable,
  selectBelowForSearch,
  selectChangedForSearch,
  selectHeadForSearch,
  selectPageIdsForSearch,
  selectPagesForSearch,
  selectSpacesForSearch,
  selectVersionsForSearch,
} from './select-search-pages.ts'
export { selectPartWords, selectShowingForSearch } from './select-part-words.ts'
export { type PlaceForSearch, selectPlacesForSearch } from './select-search-places.ts'
