import { useEffect } from 'preact/hooks';
import { MissingPermissions } from '../../components/action-button.tsx';
import { missingGlobalPermission } from '../../live/use-permissions.ts';
import { Link } from '../../navigation/link.tsx';
import { location } from '../../navigation/router.ts';
import { PeopleTabs } from './people-tabs.tsx';
import { parseQuery } from './query.ts';
import { Roles } from './roles/roles.tsx';
import { Users } from './users/users.tsx';

/** Users, and the roles that hold what they may do everywhere. */
export function People() {
  const query = parseQuery(location.value.query);
  const isRoles = query.tab === 'roles';
  const missingPermission = missingGlobalPermission(isRoles ? 'role' : 'user');
  useEffect(() => {
    document.title = `${isRoles ? 'Roles' : 'Users'} · Slipway`;
  }, [isRoles]);
  return (
    <section>
      <h1>People</h1>
      <PeopleTabs current={query.tab} />
      <MissingPermissions names={[missingPermission]} objectId="" />
      {missingPermission !== null && (
        <p>
          Your own account and permissions are on <Link to="/me">your account page</Link>.
        </p>
      )}
      {missingPermission === null && (isRoles ? <Roles query={query} /> : <Users query={query} />)}
    </section>
  );
}
