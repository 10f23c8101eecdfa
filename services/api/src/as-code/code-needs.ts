import type { Permission } from '@slipway/domain/model';
import { neededToChange, neededToRead } from '@slipway/domain/people';

/** The permissions that documents can require. A caller without any of them is refused before the documents are read. */
export const anyCodePermission: readonly [Permission, ...Permission[]] = [
  neededToChange.newTemplate,
  neededToChange.template,
  neededToChange.folder,
  neededToChange.folderAtTop,
  neededToChange.folderTeams,
  neededToChange.folderVariable,
  neededToChange.globalVariable,
  neededToChange.configuration,
  neededToChange.trigger,
  neededToChange.riskProfile,
  neededToChange.newRelease,
  neededToChange.releaseOfAny,
  neededToChange.user,
  neededToRead.folder,
];
