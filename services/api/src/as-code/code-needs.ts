import type { Permission } from '@slipway/domain/model';
import { neededToChange, neededToRead } from '@slipway/domain/people';

/** What documents may need somewhere. A caller without any of it is refused before the documents are read. */
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
