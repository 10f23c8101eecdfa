import { pluralModule, type TextLanguage, translateSource } from './translate.ts';

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
      filter: { id: /apps\/board\/src\/page\/[^?]+\.tsx?$/ },
      handler: (code: string, id: string) => ({ code: translateSource(id, code, language), map: null }),
    },
  };
}
