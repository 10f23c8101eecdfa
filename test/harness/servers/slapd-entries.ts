import { suffix } from './slapd.ts';

/** An entry of a directory: attributes with their values. */
type Attributes = Readonly<Record<string, string | readonly string[]>>;

const ldifOf = (dn: string, attributes: Attributes): string =>
  [['dn', dn] as const, ...Object.entries(attributes)]
    .flatMap(([name, values]) => [values].flat().map((value) => `${name}:: ${Buffer.from(value).toString('base64')}`))
    .join('\n');

const person = (
  uid: string,
  password: string | null,
  extraAttributes: Attributes = {},
  organizationalUnit = 'ou=people',
): string => {
  const cn = `${uid.toUpperCase()} Example`;
  const personAttributes = { uid, cn, sn: 'Example', mail: `${uid}@acme.example`, ...extraAttributes };
  const secret: Attributes = password === null ? {} : { userPassword: password };
  const name = uid.replaceAll(/[\\,+"<>;=#]/g, '\\$&');
  return ldifOf(`uid=${name},${organizationalUnit},${suffix}`, {
    objectClass: 'inetOrgPerson',
    ...personAttributes,
    ...secret,
  });
};

const unit = (name: string): string => ldifOf(`ou=${name},${suffix}`, { objectClass: 'organizationalUnit', ou: name });

const alice = `uid=alice,ou=people,${suffix}`;

/** The search account, with the name and password in the settings of the tests. */
export const searcher = { LDAP_BIND_DN: `cn=slipway,${suffix}`, LDAP_BIND_PASSWORD: 'may search' };

/** A company with a few users and groups, including unusual entries. */
export const company = [
  ldifOf(suffix, { objectClass: ['dcObject', 'organization'], dc: 'acme', o: 'Acme' }),
  ldifOf(searcher.LDAP_BIND_DN, {
    objectClass: ['organizationalRole', 'simpleSecurityObject'],
    cn: 'slipway',
    userPassword: searcher.LDAP_BIND_PASSWORD,
  }),
  unit('people'),
  unit('visitors'),
  unit('groups'),
  unit('other'),
  person('alice', 'wonderland', {
    memberOf: [`cn=Build\\, EU,ou=groups,${suffix}`, `cn=elsewhere,ou=other,${suffix}`],
  }),
  person('bob', null),
  person('zoe', 'of the directory'),
  person('dora', 'early'),
  person('posix', 'uniform'),
  person('Żółw*(b)\\c', 'turtle', { cn: 'Żółw' }),
  person('{1}', 'placeholder'),
  person('twin', 'first'),
  person('twin', 'first', {}, 'ou=visitors'),
  ldifOf(`ou=away,ou=people,${suffix}`, {
    objectClass: ['referral', 'extensibleObject'],
    ou: 'away',
    ref: `ldap://127.0.0.1:1/ou=people,${suffix}`,
  }),
  ldifOf(`cn=Build\\, EU,ou=groups,${suffix}`, { objectClass: 'groupOfNames', cn: 'Build, EU', member: alice }),
  ldifOf(`cn=Release managers,ou=groups,${suffix}`, {
    objectClass: 'groupOfUniqueNames',
    cn: 'Release managers',
    uniqueMember: alice,
  }),
  ldifOf(`cn=posix,ou=groups,${suffix}`, {
    objectClass: 'posixGroup',
    cn: 'posix',
    gidNumber: '1000',
    memberUid: ['alice', 'bob'],
  }),
  ldifOf(`cn=elsewhere,ou=other,${suffix}`, { objectClass: 'groupOfNames', cn: 'elsewhere', member: alice }),
].join('\n\n');
