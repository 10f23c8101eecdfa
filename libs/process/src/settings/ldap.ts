import { z } from 'zod';
import { booleanText, line, path, type Read, rule, secretRule, wholeNumber } from './setting.ts';

const attribute = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/i);
/** A filter of RFC 4515 with placeholders such as `{0}`. The directory server checks its syntax. */
const filter = z.string().regex(/^\(.*\{[01]\}.*\)$/);

export const ldapVariables = {
  LDAP_URL: z
    .url({ protocol: /^ldaps?$/ })
    .regex(/^ldaps?:\/\/[^/?#@]+\/?$/)
    .optional()
    .meta(
      rule(
        'must be the address of a directory, and is required by the other LDAP_ variables',
        'ldaps://ldap.acme.example',
      ),
    ),
  LDAP_START_TLS: booleanText
    .prefault('true')
    .meta(rule('must be true, or false to allow unencrypted passwords with an ldap: address', 'true')),
  LDAP_CA_FILE: path
    .optional()
    .meta(rule('must be a file with the certificates of the authorities to trust, in PEM', '/etc/slipway/ldap-ca.pem')),
  LDAP_BIND_DN: line
    .optional()
    .meta(
      rule('must be set together with LDAP_BIND_PASSWORD, or neither', 'cn=slipway,ou=services,dc=acme,dc=example'),
    ),
  LDAP_BIND_PASSWORD: line
    .optional()
    .meta(secretRule('must be set together with LDAP_BIND_DN, or neither', '$(cat secret)')),
  LDAP_USER_BASE: line
    .optional()
    .meta(
      rule(
        'must be set together with LDAP_URL: the entry below which users are searched',
        'ou=people,dc=acme,dc=example',
      ),
    ),
  LDAP_USER_NAME_ATTRIBUTE: attribute
    .default('uid')
    .meta(rule('must be the attribute that has the user name', 'sAMAccountName')),
  LDAP_USER_FILTER: filter
    .optional()
    .meta(
      rule(
        'must be a filter in brackets in which {0} is replaced by the entered name',
        '(&(objectClass=person)(uid={0}))',
      ),
    ),
  LDAP_FULL_NAME_ATTRIBUTE: attribute
    .default('cn')
    .meta(rule('must be the attribute that has the full name', 'displayName')),
  LDAP_EMAIL_ATTRIBUTE: attribute
    .default('mail')
    .meta(rule('must be the attribute that has the email address', 'mail')),
  LDAP_GROUP_BASE: line
    .optional()
    .meta(rule('must be the entry that contains the groups', 'ou=groups,dc=acme,dc=example')),
  LDAP_GROUP_FILTER: filter
    .default('(|(member={0})(uniqueMember={0}))')
    .meta(
      rule(
        "must be a filter in brackets in which {0} is replaced by the user's entry, or {1} by the user name",
        '(memberUid={1})',
      ),
    ),
  LDAP_GROUP_NAME_ATTRIBUTE: attribute
    .default('cn')
    .meta(rule('must be the attribute that has the name of a group', 'cn')),
  LDAP_MEMBER_OF_ATTRIBUTE: attribute
    .optional()
    .meta(rule('must be the attribute of a user that names their groups', 'memberOf')),
  LDAP_TIMEOUT_MS: wholeNumber(100, 60_000)
    .default(5_000)
    .meta(rule('must be a whole number of milliseconds from 100 to 60000', '5000')),
};

export const ldapDependencies = [
  ['LDAP_URL', ['LDAP_USER_BASE', 'LDAP_BIND_DN', 'LDAP_GROUP_BASE', 'LDAP_CA_FILE', 'LDAP_USER_FILTER']],
  ['LDAP_USER_BASE', ['LDAP_URL']],
  ['LDAP_BIND_DN', ['LDAP_BIND_PASSWORD']],
  ['LDAP_BIND_PASSWORD', ['LDAP_BIND_DN']],
] as const;

/** The settings of logins with a directory; undefined if they are disabled. */
export function ldapSettings(read: Read<typeof ldapVariables>) {
  const { LDAP_URL: url, LDAP_USER_BASE: userBase, LDAP_USER_NAME_ATTRIBUTE: userName } = read;
  if (url === undefined || userBase === undefined) return undefined;
  return {
    url,
    /** Whether an `ldap:` connection is encrypted before the login. */
    startTls: read.LDAP_START_TLS,
    caFile: read.LDAP_CA_FILE,
    bindDn: read.LDAP_BIND_DN,
    bindPassword: read.LDAP_BIND_PASSWORD,
    userBase,
    userFilter: read.LDAP_USER_FILTER ?? `(${userName}={0})`,
    attributes: {
      username: userName,
      fullName: read.LDAP_FULL_NAME_ATTRIBUTE,
      email: read.LDAP_EMAIL_ATTRIBUTE,
      group: read.LDAP_GROUP_NAME_ATTRIBUTE,
      /** undefined: groups are searched for */
      memberOf: read.LDAP_MEMBER_OF_ATTRIBUTE,
    },
    groupBase: read.LDAP_GROUP_BASE,
    groupFilter: read.LDAP_GROUP_FILTER,
    timeoutMs: read.LDAP_TIMEOUT_MS,
  };
}

export type LdapSettings = Readonly<NonNullable<ReturnType<typeof ldapSettings>>>;
