import { useEffect } from 'preact/hooks';
import { missingGlobalPermission } from '../../api/permissions.ts';
import { MissingPermissions } from '../../components/action-button.tsx';
import { Link } from '../../navigation/link.tsx';
import { location } from '../../navigation/router.ts';
import { PeopleTabs } from './people-tabs.tsx';
import { peopleUrl } from './query.ts';
import { Roles } from './roles/roles.tsx';
import { Users } from './users/users.tsx';

/** The view of users, or of roles with their global permissions. */
export function People() {
  const { tab } = peopleUrl.parse(location.value.query);
  const isRoles = tab === 'roles';
  const missingPermission = missingGlobalPermission(isRoles ? 'changeRoles' : 'changeUsers');
  useEffect(() => {
    document.title = `${isRoles ? 'Roles' : 'Users'} · Slipway`;
  }, [isRoles]);
  return (
    <section>
      <h1>People</h1>
      <PeopleTabs current={tab} />
      <MissingPermissions names={[missingPermission]} objectId="" />
      {missingPermission !== null && (
        <p>
          Your own account is under <Link to="/me">Your account</Link>.
        </p>
      )}
      {missingPermission === null && (isRoles ? <Roles /> : <Users />)}
    </section>
  );
}
