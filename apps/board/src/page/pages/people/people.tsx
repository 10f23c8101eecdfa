import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { missingGlobalPermission } from '../../api/permissions.ts';
import { MissingPermissions } from '../../components/controls/action-button.tsx';
import { location } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { Invitations } from './invitations/invitations.tsx';
import { PeopleHead } from './people-head.tsx';
import { type PeopleQuery, peopleUrl } from './query.ts';
import { Roles } from './roles/roles.tsx';
import { Users } from './users/users.tsx';

const tabs: Readonly<Record<PeopleQuery['tab'], { readonly title: string; readonly Content: FunctionComponent }>> = {
  users: { title: t('Users'), Content: Users },
  roles: { title: t('Roles'), Content: Roles },
  invitations: { title: t('Invitations'), Content: Invitations },
};

/** The view of users, of roles with their global permissions, or of invitations. */
export function People() {
  const { tab } = peopleUrl.parse(location.value.query);
  const { title, Content } = tabs[tab];
  const missingPermission = missingGlobalPermission(tab === 'roles' ? 'changeRoles' : 'changeUsers');
  useEffect(() => {
    document.title = t`${title} · Slipway`;
  }, [title]);
  if (missingPermission === null)
    return (
      <section>
        <Content />
      </section>
    );
  return (
    <section>
      <PeopleHead current={tab} />
      <MissingPermissions names={[missingPermission]} objectId="" />
    </section>
  );
}
