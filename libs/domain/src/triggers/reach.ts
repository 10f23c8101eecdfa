import { clip, Invalid } from '../model/errors.ts';

/** Ids of folders from the root; null: in no folder, and therefore for all. */
type Place = readonly string[] | null;

/** Whether what lies at `from` may use a configuration at `place`: a global one, one of its folder or of those above. */
export function isWithinReach(from: Place, place: Place): boolean {
  const folder = place?.at(-1);
  return folder === undefined || from?.includes(folder) === true;
}

/** What a trigger or a task listens to. */
export interface SourceOfEvents {
  readonly title: string;
  readonly place: Place;
  /** the type of the events that it puts out */
  readonly puts: string;
}

/**
 * The type of the events that whoever listens gets of a source; `from` is where the template of a trigger lies, or where
 * it has none, itself, and of a task where its `release` does. Throws Invalid where the source is out of reach, or puts
 * out others than are `expected` (undefined: any).
 */
export function heardType(
  from: Place,
  { title, place, puts }: SourceOfEvents,
  expected?: string,
  whose: 'template' | 'release' = 'template',
): string {
  if (!isWithinReach(from, place)) {
    const expectation = `expected one that is global, or lies in the folder of the ${whose} or above it`;
    throw new Invalid(`eventSource: '${clip(title)}' lies in another folder: ${expectation}`);
  }
  if (expected === undefined || expected === puts) return puts;
  throw new Invalid(`eventType: its source puts out ${clip(puts)}, and not ${clip(expected)}`);
}
