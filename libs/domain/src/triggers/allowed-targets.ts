import { message } from '../messages/message.ts';
import { Invalid } from '../model/errors.ts';

/** Ids of folders from the root; null: in no folder, and therefore for all. */
type FolderPath = readonly string[] | null;

/**
 * Whether an object at `from` may use a configuration at `place`: a global one, one of its folder or of a folder
 * above.
 */
export function isAllowedTarget(from: FolderPath, target: FolderPath): boolean {
  const folder = target?.at(-1);
  return folder === undefined || from?.includes(folder) === true;
}

/** A webhook endpoint or an event source, as triggers and tasks receive its events. */
export interface EventSource {
  readonly title: string;
  readonly folderPath: FolderPath;
  /** the type of the events that it puts out */
  readonly eventType: string;
}

/**
 * The type of the events that come from a source. `from` is the folder of the trigger's template, of the trigger itself
 * where it has none, or of the task's release. Throws Invalid where the source is out of reach, or its events are not of
 * the type that is `expected` (undefined: any).
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
