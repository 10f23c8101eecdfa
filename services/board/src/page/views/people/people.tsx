import { useEffect } from 'preact/hooks';
import { lackingForAll } from '../../live/use-rights.ts';
import { Lacking } from '../../parts/deed.tsx';
import { Link } from '../../place/link.tsx';
import { place } from '../../place/router.ts';
import { PeopleTabs } from './people-tabs.tsx';
import { queryIn } from './query.ts';
import { Roles } from './roles/roles.tsx';
import { Users } from './users/users.tsx';

/** Users, and the roles that hold what they may do everywhere. */
export function People() {
  const query = queryIn(place.value.query);
  const isRoles = query.form === 'roles';
  const lacking = lackingForAll(isRoles ? 'role' : 'user');
  useEffect(() => {
    document.title = `${isRoles ? 'Roles' : 'Users'} · Slipway`;
  }, [isRoles]);
  return (
    <section>
      <h1>People</h1>
      <PeopleTabs current={query.form} />
      <Lacking names={[lacking]} on="" />
      {lacking !== null && (
        <p>
          Your own account and permissions are on <Link to="/me">your account page</Link>.
        </p>
      )}
      {lacking === null && (isRoles ? <Roles query={query} /> : <Users query={query} />)}
    </section>
  );
}
