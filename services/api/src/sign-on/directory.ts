import type { ToldGroups } from '@slipway/persistence';

/** Somebody whom an outside login knows. */
export interface OutsideUser {
  /** as the outside login writes it, whatever was typed */
  readonly username: string;
  readonly fullName: string | null;
  readonly email: string | null;
  /** their groups, which may be principals of roles; no name twice. Null: nothing was told of them */
  readonly groups: ToldGroups | null;
}

/** Somebody else who knows names and passwords, and is asked before local users are looked at (permissions.md, Login). */
export interface Directory {
  /**
   * Whom a name and a password belong to; null where they belong to nobody. Takes as long as the directory does, and
   * `LDAP_TIMEOUT_MS` at most. Throws DirectoryUnreachable, Overloaded.
   */
  find(username: string, password: string): Promise<OutsideUser | null>;
  /** Whether a group may have this name, in any letter case. Throws DirectoryUnreachable, Overloaded. */
  isGroup(name: string): Promise<boolean>;
}
