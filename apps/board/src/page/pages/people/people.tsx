import { useEffect } from 'preact/hooks';
import { missingGlobalPermission } from '../../api/permissions.ts';
import { MissingPermissions } from '../../components/controls/action-button.tsx';
import { location } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { PeopleHead } from './people-head.tsx';
import { peopleUrl } from './query.ts';
import { Roles } from './roles/roles.tsx';
import { Users } from './users/users.tsx';

/** The view of users, or of roles with their global permissions. */
export function People() {
  const { tab } = peopleUrl.parse(location.value.query);
  const isRoles = tab === 'roles';
  const missingPermission = missingGlobalPermission(isRoles ? 'changeRoles' : 'changeUsers');
  useEffect(() => {
    document.title = t`${isRoles ? t('Roles') : t('Users')} · Slipway`;
  }, [isRoles]);
  if (missingPermission === null) return <section>{isRoles ? <Roles /> : <Users />}</section>;
  return (
    <section>
      <PeopleHead current={tab} />
      <MissingPermissions names={[missingPermission]} objectId="" />
    </section>
  );
}
