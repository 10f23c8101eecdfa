import { z } from 'zod';
import { expects } from '../format/expects.ts';
import { joinIds } from '../format/render-context.ts';
import { expectsOneOf, list } from '../format/scalars.ts';

const followModes = ['follow', 'mute'] as const;
const followKinds = ['release', 'task', 'folder'] as const;

/** Whether to follow or to mute an object. */
export const followedBody = z
  .object({ mode: z.enum(followModes, expects(expectsOneOf(followModes))) })
  .meta({ id: 'FollowedBody' });
export type FollowedBody = z.output<typeof followedBody>;

/** The objects that the caller follows or has muted. */
export const followedResponse = list(
  z
    .object({
      id: z.string().describe('of a task its last segment'),
      kind: z.enum(followKinds),
      title: z.string().optional().describe('absent if the object is no longer live'),
      releaseId: z.string().optional().describe('of a task: its release'),
      mode: z.enum(followModes),
    })
    .meta({ id: 'FollowedObject' }),
);
export type FollowedResponse = z.output<typeof followedResponse>;

/** Whether the caller follows an object or has muted it. */
export const followedStateResponse = z
  .object({
    id: z.string(),
    mode: z.enum(followModes).optional().describe('the mode of this object; absent: none'),
    effective: z.enum(followModes).optional().describe('the mode of the nearest object with one'),
    decidedBy: z.string().optional().describe('the id of this nearest object, such as a folder'),
  })
  .meta({ id: 'FollowedState' });
export type FollowedState = z.output<typeof followedStateResponse>;

interface StoredFollowed {
  readonly objectId: string;
  readonly mode: (typeof followModes)[number];
  readonly title: string | null;
  readonly folderPath: readonly string[] | null;
  readonly releaseId: string | null;
}

const kindOf = (id: string): (typeof followKinds)[number] => {
  if (id.startsWith('Task')) return 'task';
  return id.startsWith('Release') ? 'release' : 'folder';
};

/** Renders the objects that a user follows or has muted. */
export const showFollowed = (rows: readonly StoredFollowed[]): FollowedResponse =>
  rows.map(({ objectId, mode, title, folderPath, releaseId }) => {
    const kind = kindOf(objectId);
    const [root = '', ...folders] = folderPath ?? [];
    const within = folderPath === null || releaseId === null ? undefined : joinIds(root, ...folders, releaseId);
    const ids = {
      release: within,
      folder: folderPath === null ? undefined : joinIds(root, ...folders),
      task: objectId,
    };
    return {
      ...{ id: ids[kind] ?? objectId, kind, mode, title: title ?? undefined },
      ...(kind === 'task' && { releaseId: within }),
    };
  });
