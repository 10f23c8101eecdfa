export { renderExplanation, renderReleaseEvents } from './explain.ts';
export { changeFollowed, removeFollowed, renderFollowed, renderFollowedState } from './followed.ts';
export { changeEntry, changeInbox, countUnread, renderInbox } from './inbox.ts';
export {
  changeFolderRules,
  changeInstallationRules,
  changeMySettings,
  renderFolderRules,
  renderInstallationRules,
  renderMySettings,
} from './settings.ts';
export {
  changeFolderTemplates,
  changeInstallationTemplates,
  renderFolderTemplates,
  renderInstallationTemplates,
  requirePlaceholders,
} from './templates.ts';
export { isVisible } from './visible-event.ts';
