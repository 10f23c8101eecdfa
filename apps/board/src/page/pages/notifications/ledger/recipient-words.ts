import { t } from '../../../navigation/text.ts';
import { recipientLabel } from '../rules/rules.ts';
import { levelLabel } from '../why/explanation.ts';

const reasons: Readonly<Record<string, string>> = {
  follow: t('Follows the release, folder or task'),
  user: t('Named by a rule'),
  team: t('Member of a team of a rule'),
  role: t('Member of a role of a rule'),
  subscription: t('Receiver of this event'),
};

/** Returns why a user or receiver was selected, for any reader; the code if a later server has added the reason. */
export const recipientReason = (reason: string): string => reasons[reason] ?? recipientLabel(reason);

const suppressions: Readonly<Record<string, string>> = {
  actor: t('The user caused the event'),
  rights: t('The user lacks the permission to view it'),
  release: t('Notifications of the release are off'),
  user: t('Off in the settings of the user'),
  folder: t('Off by a rule of the folder'),
  installation: t('Off by a rule of the installation'),
  address: t('No email address, or a suspended one'),
};

/** Returns why a delivery is not sent; the name of the level if a later server has added it. */
export const suppressionText = (level: string): string => suppressions[level] ?? levelLabel(level);
