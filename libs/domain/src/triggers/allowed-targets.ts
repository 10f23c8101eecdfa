import { message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';

/** Folder ids from the root down; null: outside of all folders, and therefore available everywhere. */
type FolderPath = readonly string[] | null;

/**
 * Whether an object in the folder `from` may use a configuration: a global one, or one of the same folder or a folder
 * above.
 */
export function isAllowedTarget(from: FolderPath, target: FolderPath): boolean {
  const folder = target?.at(-1);
  return folder === undefined || from?.includes(folder) === true;
}

/** A webhook endpoint or an event source, as used by triggers and tasks. */
export interface EventSource {
  readonly title: string;
  readonly folderPath: FolderPath;
  /** the type of the events that it emits */
  readonly eventType: string;
}

/**
 * Returns the type of the events of a source. `from` is the folder of the trigger's template or the task's release; for
 * a trigger without a template, its own folder. Throws Invalid if the source is not available there, or if its event
 * type is not `expected` (undefined: any type).
 */
export function eventTypeFrom(
  from: FolderPath,
  { title, folderPath, eventType }: EventSource,
  expected?: string,
  owner: 'template' | 'release' = 'template',
): string {
  if (!isAllowedTarget(from, folderPath)) {
    const code = owner === 'release' ? 'trigger.sourceNotAllowedInRelease' : 'trigger.sourceNotAllowed';
    throw new Invalid(message(code, { title }));
  }
  if (expected === undefined || expected === eventType) return eventType;
  throw new Invalid(message('trigger.eventTypeDiffers', { eventType, expected }));
}
