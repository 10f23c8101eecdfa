import { pluralModule, type TextLanguage, translateSource } from './translate.ts';

/** The sources with texts. The gallery is only for developers. */
const sources = /apps\/board\/src\/page\/(?!gallery\/)[^?]+\.tsx?$/;

/** Returns a plugin for the bundler that writes the texts of the board in a language. */
export function boardTexts(language: TextLanguage) {
  const plurals = pluralModule(language.tag);
  return {
    name: 'slipway:texts',
    resolveId: (id: string) => (id === plurals ? id : null),
    load: (id: string) =>
      id === plurals
        ? `export const pluralRules$ = /* @__PURE__ */ new Intl.PluralRules(${JSON.stringify(language.tag)});`
        : null,
    transform: {
      filter: { id: sources },
      handler: (code: string, id: string) => ({ code: translateSource(id, code, language), map: null }),
    },
  };
}
