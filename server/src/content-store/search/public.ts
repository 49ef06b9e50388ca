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
export { type PlaceForSearch, selectPlacesForSearch } from './select-search-places.ts'
