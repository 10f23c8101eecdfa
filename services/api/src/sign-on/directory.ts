import type { GroupClaim } from '@slipway/persistence/people';

/** A user of an external login. */
export interface ExternalUser {
  /** as the outside login writes it, whatever was typed */
  readonly username: string;
  readonly fullName: string | null;
  readonly email: string | null;
  /** Their groups, which may be principals of roles; without duplicates. Null: the login contained none. */
  readonly groups: GroupClaim | null;
}

/** An external source of names and passwords, which has priority over local users (permissions.md, Login). */
export interface Directory {
  /**
   * The user of a name and a password; null if they are wrong. Takes as long as the directory does, and
   * `LDAP_TIMEOUT_MS` at most. Throws DirectoryUnreachable, Overloaded.
   */
  find(username: string, password: string): Promise<ExternalUser | null>;
  /** Whether a group may have this name, in any letter case. Throws DirectoryUnreachable, Overloaded. */
  isGroup(name: string): Promise<boolean>;
}
