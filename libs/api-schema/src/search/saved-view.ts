import { message } from '@slipway/domain/messages';
import { z } from 'zod';
import { expects } from '../format/expects.ts';
import { joinIds } from '../format/render-context.ts';
import { optional, wholeNumber } from '../format/scalars.ts';

const expectsAddress = expects(message('expected.viewAddress'));

/**
 * A path without empty segments, `.` and `..`, also with escaped dots. Such segments could lead to any address, even on
 * another server.
 */
const addressForm = /^(?:\/|(?:\/(?!(?:\.|%2[eE]){1,2}(?:[/?#]|$))[^\s\\/?#]+)+)(?:[?#][^\s\\]*)?$/;

/** A named address of the page with its filters, relative to the root (an extension). */
const namedAddress = z.object({
  name: z
    .string(expects(message('expected.name')))
    .trim()
    .min(1, expects(message('expected.name')))
    .max(100, expects(message('expected.maxCharacters', { max: 100 }))),
  address: z
    .string(expectsAddress)
    .max(2_000, expects(message('expected.maxCharacters', { max: 2_000 })))
    .regex(addressForm, expectsAddress),
});

const sharedWith = z
  .object({ folderId: optional(z.string()), teamId: optional(z.string()) })
  .refine(({ folderId, teamId }) => (folderId === undefined) !== (teamId === undefined), {
    ...expects(message('expected.folderOrTeam')),
  });

/** A view to save. */
export const savedViewBody = namedAddress
  .extend({
    sharedWith: sharedWith
      .nullish()
      .describe('a folder or a team whose users see the view; null: private; absent: unchanged, and private at first'),
    version: optional(wholeNumber()).describe(
      'the version that the change is based on: another version returns 409. 0: the view is new',
    ),
  })
  .meta({ id: 'SavedViewBody' });

export type SavedViewBody = z.output<typeof savedViewBody>;

/** A saved view that the caller sees. */
export const savedViewResponse = namedAddress
  .extend({
    id: z.string(),
    owner: z.string().describe('the user who owns the view'),
    version: z.int().describe('increases with each change'),
    changedBy: z.string().optional().describe('the user of the latest change'),
    mine: z.boolean().describe('whether the caller owns the view'),
    mayChange: z.boolean().describe('whether the caller can change and delete the view'),
    sharedWith: z
      .object({
        folderId: z.string().optional(),
        teamId: z.string().optional(),
        title: z.string().optional().describe('of the folder or team; absent if the caller cannot view it'),
      })
      .optional()
      .describe('the folder or team whose users see the view; absent for a private view'),
  })
  .meta({ id: 'SavedView' });

export type SavedViewResponse = z.output<typeof savedViewResponse>;

/** A stored view. */
interface StoredView {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly owner: string;
  readonly version: number;
  readonly changedBy: string | null;
  readonly sharing: {
    readonly kind: 'folder' | 'team';
    readonly id: string;
    readonly title: string;
    readonly folderPath: readonly string[];
  } | null;
}

/** What the caller may do with a view. */
interface ViewAccess {
  readonly mine: boolean;
  readonly mayChange: boolean;
  /** Whether the caller can view the folder or team with which the view is shared. */
  readonly seesSharing: boolean;
}

/** Renders a saved view for a caller. */
export function showSavedView(view: StoredView, { mine, mayChange, seesSharing }: ViewAccess): SavedViewResponse {
  const { id, name, address, owner, version, changedBy, sharing } = view;
  const title = seesSharing ? sharing?.title : undefined;
  const folderId = sharing?.folderPath.join('/') ?? '';
  return {
    ...{ id, name, address, owner, version, mine, mayChange },
    changedBy: changedBy ?? undefined,
    sharedWith:
      sharing === null
        ? undefined
        : sharing.kind === 'folder'
          ? { folderId, title }
          : { teamId: joinIds(folderId, sharing.id), title },
  };
}
