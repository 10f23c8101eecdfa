import type { EditLimitsResponse, ReleaseResponse } from '@slipway/api-schema/plans';
import { missingPermissionOn } from '../../api/permissions.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';

type PartLimits = EditLimitsResponse['parts'][number];
export type PartEdit = keyof PartLimits['refused'];
type Cause = NonNullable<PartLimits['refused'][PartEdit]>;

const causeTexts: Readonly<Record<Cause, string>> = {
  closed: t('The phase has ended'),
  ended: t('The task has ended'),
  started: t('Already started'),
  inAdvance: t('Completed or skipped in advance. Reopen it first'),
  locked: t('Locked'),
  lockedInside: t('It contains a locked task'),
  group: t('The type of a group can’t change'),
};

/** What the user cannot edit in a plan. The server decides; this only explains. */
export interface EditingLimits {
  /** The permissions that the user lacks: to edit phases and tasks, to change tasks, to lock tasks; null: none. */
  readonly missing: { readonly plan: string | null; readonly task: string | null; readonly lock: string | null };
  /** Returns the permission that the user lacks to change a field of tasks; null: none. */
  readonly missingForField: (name: string) => string | null;
  /** Why the state of a phase or task does not allow an edit; null if it does. */
  readonly reasonFor: (id: string, edit: PartEdit) => string | null;
  /** Returns the first position at which a task can be added to a phase or group; without an id, a phase to the plan. */
  readonly firstPosition: (id?: string) => number;
}

/** Returns the limits of a template: only permissions. */
export function templateLimits(template: ReleaseResponse): EditingLimits {
  const missingPermission = missingPermissionOn(template, 'editTemplate');
  return {
    missing: { plan: missingPermission, task: missingPermission, lock: missingPermissionOn(template, 'lockTask') },
    missingForField: () => missingPermission,
    reasonFor: () => null,
    firstPosition: () => 0,
  };
}

/** Returns the limits of a release from the response of the server. */
export function releaseLimits({ isOver, firstPosition, parts, lacking }: EditLimitsResponse): EditingLimits {
  const byId = new Map(parts.map((part) => [lastSegment(part.id), part]));
  const { plan = null, task = null, lock = null, fields, allowedFields } = lacking;
  const allowed = new Set(allowedFields);
  return {
    missing: { plan, task, lock },
    missingForField: (name) => fields[name] ?? (allowed.has(name) ? null : task),
    reasonFor: (id, edit) => {
      if (isOver) return t('The release has ended');
      const cause = byId.get(lastSegment(id))?.refused[edit];
      return cause === undefined ? null : causeTexts[cause];
    },
    firstPosition: (id) => (id === undefined ? firstPosition : (byId.get(lastSegment(id))?.firstPosition ?? 0)),
  };
}
