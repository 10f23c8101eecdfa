import { useSignal } from '@preact/signals';
import type { NewInvitationResponse } from '@slipway/api-schema/people';
import { mutate } from '../../../api/rest.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { CopyField } from '../../../components/fields/copy-field.tsx';
import { TextField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { base } from '../../../navigation/base.ts';
import { t } from '../../../navigation/text.ts';

interface InviteProps {
  readonly close: () => void;
  readonly onCreated: (invitation: NewInvitationResponse) => void;
}

/** The form of a new invitation. */
export function InviteDialog({ close, onCreated }: InviteProps) {
  const username = useSignal('');
  const fullName = useSignal('');
  const email = useSignal('');
  const run = async (): Promise<string> => {
    const invitation = await mutate<NewInvitationResponse>('POST', '/invitations', {
      username: username.peek(),
      ...(fullName.peek() !== '' && { fullName: fullName.peek() }),
      ...(email.peek() !== '' && { email: email.peek() }),
    });
    onCreated(invitation);
    return t('Invitation created');
  };
  return (
    <FormDialog title="Invite user" submitLabel="Create link" close={close} run={run}>
      <p>The invited person opens a link and chooses a password. Slipway sends no email: send the link yourself.</p>
      <TextField label="User name" isRequired value={username.value} change={(text) => (username.value = text)} />
      <TextField label="Full name (optional)" value={fullName.value} change={(text) => (fullName.value = text)} />
      <TextField label="Email (optional)" value={email.value} change={(text) => (email.value = text)} />
    </FormDialog>
  );
}

interface LinkProps {
  readonly invitation: NewInvitationResponse;
  readonly close: () => void;
}

/** The dialog with the link of a new invitation, which is displayed only once. */
export const LinkDialog = ({ invitation: { username, path }, close }: LinkProps) => (
  <Dialog title={t`Invitation for ${username}`} close={close}>
    <p>Copy this link now. It isn’t shown again. It works once, within 7 days.</p>
    <CopyField label="Link" text={new URL(path.replace(/^\//, ''), base).href} />
  </Dialog>
);
