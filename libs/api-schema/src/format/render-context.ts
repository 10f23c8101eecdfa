import { rootFolderId } from '@slipway/domain/ids';

/** The members of archived objects in responses, which have no live resource. */
interface ArchivedObject {
  readonly title: string;
  /** COMPLETED or SKIPPED */
  readonly resolved: boolean;
}

/** The data for rendering, beside the object. */
export interface RenderContext {
  /** of our own types, without the dot */
  readonly prefix: string;
  /** the full id of a thing elsewhere, by its last segment; those that are not there were not found */
  readonly elsewhere: ReadonlyMap<string, string>;
  /** by last segments, what of that is archived */
  readonly archived?: ReadonlyMap<string, ArchivedObject>;
}

/** The full id of another object; an unknown one keeps its last segment under the root. */
export const fullId = (id: string, { elsewhere }: RenderContext): string =>
  elsewhere.get(id) ?? (/^(Release|Folder)/.test(id) ? `${rootFolderId}/${id}` : id);

/** Ids below each other as clients see them: segments joined with slashes. */
export const joinIds = (parent: string, ...ids: readonly string[]): string => [parent, ...ids].join('/');
