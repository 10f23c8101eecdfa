import { message } from '@slipway/domain/messages';
import { type FolderAction, folderActions } from '@slipway/domain/people';
import { z } from 'zod';
import { expects } from '../format/expects.ts';
import type { RenderContext } from '../format/render-context.ts';
import { list, optional, ownType } from '../format/scalars.ts';
import { showType } from '../format/type-name.ts';

/** The missing permission for each action in a folder that the caller cannot take. */
type FolderLacking = Readonly<Partial<Record<FolderAction, string>>>;

/** A rendered folder; `children` have the requested depth. */
export interface FolderResponse {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly children: readonly FolderResponse[];
  readonly $metadata?: {
    readonly security: {
      readonly permissions: readonly string[];
      readonly teams: readonly string[];
      readonly lacking?: FolderLacking | undefined;
    };
  };
}

/** A folder (models.txt, Folder). */
export const folderResponse: z.ZodType<FolderResponse> = z
  .object({
    id: z.string(),
    type: ownType('Folder'),
    title: z.string(),
    get children(): z.ZodReadonly<z.ZodArray<typeof folderResponse>> {
      return list(folderResponse);
    },
    $metadata: z
      .object({
        security: z.object({
          permissions: list(z.string()),
          teams: list(z.string()),
          lacking: z
            .partialRecord(z.enum(folderActions), z.string())
            .optional()
            .describe('of the requested actions, those that the caller cannot take: the missing permission'),
        }),
      })
      .optional()
      .describe('if requested: the permissions of the caller there'),
  })
  .meta({ id: 'Folder' });

/** The title of a folder. It contains no slash, because slashes separate the titles in a path. */
export const folderTitle = z
  .string(expects(message('expected.text')))
  .min(1, expects(message('expected.text')))
  .regex(/^[^/]*$/, expects(message('expected.textWithoutSlash')));

/** A request for a new folder. The id in the request is used if it is free (rest-operations.md, Folders). */
export const folderBody = z
  .object({
    id: optional(z.string()),
    title: folderTitle,
  })
  .meta({ id: 'FolderRequest' });
export type FolderBody = z.output<typeof folderBody>;

interface Folder {
  readonly id: string;
  readonly parentId: string | null;
  readonly title: string;
  /** ids from the root to the folder, including its own */
  readonly path: readonly string[];
}

/** The requested permissions of the caller on a folder, and the missing ones for requested actions. */
interface FolderPermissions {
  readonly permissions: readonly string[];
  /** undefined: no action was requested */
  readonly lacking: FolderLacking | undefined;
}

/** The same for folders by the last segments of their ids. */
export type PermissionsByFolder = ReadonlyMap<string, FolderPermissions>;

/** Renders a folder with those folders of `below` that it contains, and the permissions of the caller, if requested. */
export function showFolder(
  folder: Folder,
  below: readonly Folder[],
  show: RenderContext,
  permissionsByFolder: PermissionsByFolder | null = null,
): FolderResponse {
  const children = Map.groupBy(below, ({ parentId }) => parentId);
  const showOne = ({ id, path, title }: Folder): FolderResponse => {
    const { permissions = [], lacking } = permissionsByFolder?.get(id) ?? {};
    return {
      id: path.join('/'),
      type: showType('Folder', show.prefix),
      title,
      children: children.get(id)?.map(showOne) ?? [],
      ...(permissionsByFolder && { $metadata: { security: { permissions, teams: [], ...(lacking && { lacking }) } } }),
    };
  };
  return showOne(folder);
}
