import { rootFolderId } from '@slipway/domain/ids';

/** An archived object in a response, which has no live resource. */
interface ArchivedObject {
  readonly title: string;
  /** whether its status is COMPLETED or SKIPPED */
  readonly resolved: boolean;
}

/** The data for rendering, in addition to the object. */
export interface RenderContext {
  /** the prefix of built-in types, without the dot */
  readonly prefix: string;
  /** the full ids of other objects, by last segment; missing objects are absent */
  readonly elsewhere: ReadonlyMap<string, string>;
  /** the archived ones of these objects, by last segment */
  readonly archived?: ReadonlyMap<string, ArchivedObject>;
}

/** Returns the full id of another object. A missing one keeps its last segment, under the root. */
export const fullId = (id: string, { elsewhere }: RenderContext): string =>
  elsewhere.get(id) ?? (/^(Release|Folder)/.test(id) ? `${rootFolderId}/${id}` : id);

/** Joins nested ids with slashes, as in the ids of responses. */
export const joinIds = (parent: string, ...ids: readonly string[]): string => [parent, ...ids].join('/');
