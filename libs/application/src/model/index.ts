export { newCalendarCache } from './calendar-cache.ts';
export type { ReadContext, ResourceContext } from './context.ts';
export { idCandidatesOrNone, idKindOf } from './find.ts';
export { contextWithoutReferences, findVisibleIds, renderContextFor, renderContextForAll } from './render-context.ts';
export {
  filterVisible,
  type PermissionRequest,
  planAttributes,
  requireGlobalPermission,
  requirePermission,
} from './require-permission.ts';
export { checkScript } from './script-warnings.ts';
