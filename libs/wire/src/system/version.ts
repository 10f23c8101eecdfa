/** The name of the product that clients are told. */
export const productName = 'Slipway';
/** The version of the product that clients are told; package.json has the same. */
export const productVersion = '0.2.0';
