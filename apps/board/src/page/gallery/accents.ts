/** The letters of the pseudo-language. Vowels are doubled, which makes texts about 40 % longer. */
const accents: Readonly<Record<string, string>> = {
  ...{ a: 'áá', e: 'éé', i: 'íí', o: 'óó', u: 'úú', A: 'Áá', E: 'Éé', I: 'Íí', O: 'Óó', U: 'Úú' },
  ...{ c: 'ç', n: 'ñ', r: 'ř', s: 'š', t: 'ť', y: 'ý', z: 'ž', C: 'Ç', N: 'Ñ', R: 'Ř', S: 'Š', T: 'Ť' },
};

/** Returns a text in accented letters, longer than the English text. */
export const pseudoText = (text: string): string => text.replace(/[a-z]/gi, (letter) => accents[letter] ?? letter);
