export type Packages = Readonly<
  Record<
    string,
    { readonly version?: string; readonly integrity?: string; readonly dev?: boolean; readonly optional?: boolean }
  >
>;
export declare function neededPackages(platform: string, arch: string): readonly string[];
export declare function planInstall(
  profile: 'production' | 'complete',
  locked: Packages,
  installed: Packages | null,
  needed: readonly string[],
): 'none' | 'add' | 'clean';
export declare function lockFor(platform: string): (path: string) => Promise<() => unknown>;
export declare function alone(work: () => Promise<unknown>, path?: string): Promise<void>;
