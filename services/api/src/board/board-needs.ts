import { type Deed, deeds, things } from '@slipway/board';
import { neededForCommand, neededForDates, neededToChange, neededToCreate, neededToRead } from '@slipway/domain';

const lineOf = (deed: Deed, { anyOf }: { readonly anyOf: readonly string[] }): string => `${deed}=${anyOf.join(',')}`;

/**
 * The permissions of actions, for the board, which names the missing one: any one of an action is enough. Names and
 * permissions contain no character with a meaning in HTML.
 */
export const boardNeeds: string = [
  ...deeds.map((deed) => lineOf(deed, neededForCommand[deed])),
  ...things.map((thing) => lineOf(thing, { anyOf: [neededToChange[thing]] })),
  lineOf('changeDates', neededForDates),
  lineOf('editTemplate', { anyOf: [neededToChange.template] }),
  lineOf('changeBlackouts', { anyOf: [neededToChange.blackout] }),
  lineOf('createRelease', { anyOf: neededToCreate.onTemplate }),
  lineOf('readFolder', { anyOf: [neededToRead.folder] }),
  lineOf('readAudit', { anyOf: [neededToRead.audit] }),
  lineOf('readConsistency', { anyOf: [neededToRead.consistency] }),
  lineOf('lockTaskOfTemplate', { anyOf: neededForCommand.lockTask.onTemplate }),
].join(';');
