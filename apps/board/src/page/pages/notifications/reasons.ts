import { t } from '../../navigation/text.ts';

const reasons: Readonly<Record<string, string>> = {
  assignee: t('You or your team is the assignee'),
  assigneeOrAdmin: t('You or your team is the assignee'),
  taskOwner: t('You own this task'),
  taskTeam: t('Your team owns this task'),
  previousAssignee: t('You or your team was the assignee'),
  approvers: t('You can approve'),
  mentioned: t('You were mentioned'),
  watchers: t('You watch this task'),
  releaseOwner: t('You own this release'),
  releaseAdmin: t('You’re a release admin'),
  subjectOwner: t('You own it'),
  follow: t('You follow it'),
  user: t('A rule names you'),
  team: t('A rule names your team'),
  role: t('A rule names your role'),
};

/** Returns why the user was selected; the code if a later server has added the reason. */
export const reasonText = (reason: string): string => reasons[reason] ?? reason;
