import { useSignal } from '@preact/signals';
import type { InvitationResponse, NewInvitationResponse } from '@slipway/api-schema/people';
import Mail from '~icons/lucide/mail';
import Plus from '~icons/lucide/plus';
import { mutate } from '../../../api/rest.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { StatusLabel } from '../../../components/marks/status.tsx';
import { UserName } from '../../../components/marks/user-name.tsx';
import { Moment, None } from '../../../components/moment.tsx';
import { AddressedTable } from '../../../components/paged-table.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import type { Column } from '../../../components/table.tsx';
import { useQuery } from '../../../live/queries.ts';
import { polled } from '../../../live/subscriptions.ts';
import { usePaletteActions } from '../../../navigation/palette-actions.ts';
import { t } from '../../../navigation/text.ts';
import { PeopleHead } from '../people-head.tsx';
import { InviteDialog, LinkDialog } from './invite-dialog.tsx';

const columnsOf = (revoke: (invitation: InvitationResponse) => void): readonly Column<InvitationResponse>[] => [
  { name: t('User name'), cell: ({ username }) => <bdi>{username}</bdi> },
  { name: t('Full name'), cell: ({ fullName }) => (fullName ? <bdi>{fullName}</bdi> : <None />) },
  { name: t('Email'), cell: ({ email }) => (email ? <bdi>{email}</bdi> : <None />) },
  { name: t('Invited by'), cell: ({ invitedBy }) => <UserName name={invitedBy} /> },
  {
    name: t('Status'),
    cell: ({ expired }) =>
      expired ? <StatusLabel tone="over" label="Expired" /> : <StatusLabel tone="waits" label="Pending" />,
  },
  { name: t('Expires'), cell: ({ expiryDate }) => <Moment at={expiryDate ?? undefined} /> },
  {
    name: t('Actions'),
    cell: (invitation) => (
      <button
        type="button"
        class="danger small"
        aria-label={t`Revoke invitation of ${invitation.username}…`}
        onClick={() => revoke(invitation)}
      >
        Revoke invitation…
      </button>
    ),
  },
];

type OpenDialog =
  | { readonly kind: 'invite' }
  | { readonly kind: 'link'; readonly invitation: NewInvitationResponse }
  | { readonly kind: 'revoke'; readonly invitation: InvitationResponse };

/** The list of invitations, with the actions that create and revoke them. */
export function Invitations() {
  const result = useQuery<readonly InvitationResponse[]>('/invitations', { topics: [polled] });
  const openDialog = useSignal<OpenDialog | null>(null);
  const current = openDialog.value;
  const invitations = result.value.value;
  const close = (): void => {
    if (openDialog.peek() === current) openDialog.value = null;
  };
  const invite = (): void => {
    openDialog.value = { kind: 'invite' };
  };
  usePaletteActions([{ name: t('Invite user'), missingPermission: null, run: invite }]);
  const revoke = async ({ id }: InvitationResponse): Promise<string> => {
    await mutate('DELETE', `/invitations/${encodeURIComponent(id)}`);
    await result.refresh();
    return t('Invitation revoked');
  };
  return (
    <>
      <PeopleHead current="invitations">
        <button type="button" class="main" onClick={invite}>
          <Icon of={Plus} />
          Invite user
        </button>
      </PeopleHead>
      <Refusal message={result.refusal.value} retry={result.retry} />
      {invitations?.length === 0 && (
        <div class="card">
          <EmptyState icon={Mail} text="No pending invitations" />
        </div>
      )}
      {invitations && invitations.length > 0 && (
        <AddressedTable
          name="invitations"
          caption="Invitations"
          columns={columnsOf((invitation) => (openDialog.value = { kind: 'revoke', invitation }))}
          rows={invitations}
          keyOf={({ id }) => id}
        />
      )}
      {current?.kind === 'invite' && (
        <InviteDialog
          close={close}
          onCreated={(invitation) => {
            openDialog.value = { kind: 'link', invitation };
            void result.refresh();
          }}
        />
      )}
      {current?.kind === 'link' && <LinkDialog invitation={current.invitation} close={close} />}
      {current?.kind === 'revoke' && (
        <FormDialog
          title={t`Revoke the invitation of ${current.invitation.username}?`}
          submitLabel="Revoke invitation"
          isDanger
          close={close}
          run={() => revoke(current.invitation)}
        >
          <p>The link no longer works.</p>
        </FormDialog>
      )}
    </>
  );
}
