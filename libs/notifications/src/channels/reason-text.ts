import type { RecipientGroup } from '@slipway/domain/notification-choices';

const texts: Readonly<Record<RecipientGroup | 'follow' | 'user' | 'team' | 'role' | 'subscription', string>> = {
  assignee: 'the task is assigned to you or your team',
  assigneeOrAdmin: 'the task is assigned to you or your team, or you administer the release',
  taskOwner: 'you own the task',
  taskTeam: 'the task is assigned to your team',
  previousAssignee: 'the task was assigned to you or your team',
  approvers: 'you can approve',
  mentioned: 'you were mentioned',
  watchers: 'you watch the task',
  releaseOwner: 'you own the release',
  releaseAdmin: 'you administer the release',
  subjectOwner: 'you own it, or have requested it',
  follow: 'you follow it',
  user: 'a rule names you',
  team: 'a rule names your team',
  role: 'a rule names your role',
  subscription: 'the receiver subscribes to it',
};

const isReason = (reason: string): reason is keyof typeof texts => Object.hasOwn(texts, reason);

/** Returns why a user receives a message, as a part of a sentence. */
export const reasonText = (reason: string): string => (isReason(reason) ? texts[reason] : reason);
