import { type Action, actions, resourceKinds } from '@slipway/board';
import { neededForCommand, neededForDates, neededToChange, neededToCreate, neededToRead } from '@slipway/domain/people';

const needsLine = (action: Action, { anyOf }: { readonly anyOf: readonly string[] }): string =>
  `${action}=${anyOf.join(',')}`;

/**
 * The permissions of actions, for the board, which names the missing one: any one of an action is enough. Names and
 * permissions contain no character with a meaning in HTML.
 */
export const boardNeeds: string = [
  ...actions.map((action) => needsLine(action, neededForCommand[action])),
  ...resourceKinds.map((resource) => needsLine(resource, { anyOf: [neededToChange[resource]] })),
  needsLine('changeDates', neededForDates),
  needsLine('editTemplate', { anyOf: [neededToChange.template] }),
  needsLine('changeBlackouts', { anyOf: [neededToChange.blackout] }),
  needsLine('createRelease', { anyOf: neededToCreate.onTemplate }),
  needsLine('readFolder', { anyOf: [neededToRead.folder] }),
  needsLine('readAudit', { anyOf: [neededToRead.audit] }),
  needsLine('readConsistency', { anyOf: [neededToRead.consistency] }),
  needsLine('lockTaskOfTemplate', { anyOf: neededForCommand.lockTask.onTemplate }),
].join(';');
