import { expect, test } from 'vitest';
import { postalAddressesIn } from './postal-address.ts';

test.each([
  'Hafenweg 18, 97082 Pegelstadt',
  'Alte Hafenstraße 18a · D-24103 Pegelstadt',
  'Lange Straße 5, 24103 Pegelstadt',
  'Seegasse 12/4, 1010 Pegelstadt',
  '12 rue du Quai, 75002 Maréeville',
  '3 bis, avenue des Marées – 75002 Maréeville',
  'Calle del Puerto 12, 28013 Mareas',
  'Calle del Puerto, 12, 2º B, 28013 Mareas',
  'Piazza San Molo 5, 41049 Porticello',
  'Via del Porto, 5 - 41049 Porticello',
  'Havenkade 12, 1015 CJ Getijdenstad',
  'Portowa 12, 80-100 Morze',
  '12 Quay Street, Tidemouth, OR 97201',
  '1200 NW Harbor Ave., Suite 200, Port Tide, CA 90001-1234',
  'Quay Road, Tidemouth TA12 3BD',
  '4 Old Quay Road, Tidemouth, Tideshire, TA1 3BD',
  '83, Tide Nagar (East), Pier Gate, Quay Road, Tidepur, Maharashtra, India – 440016',
  '12/4 Quay Road, Tidepur 440 016',
  '市潮見区潮見路5丁目16番地',
  '都港区海岸1-2-3',
  '市海淀区海岸路88号',
  '해안시 조수구 조수로 123',
  'ул. Причальная, д. 12',
  'вул. Морська 12',
  'бул. „Крайбрежен“ No64',
])('%s is an address', (address) => {
  const [found] = postalAddressesIn(`Find us: ${address} (by the sea).`);
  expect(address.replace(/^(?:Alte|Lange|4 Old|4) /, '')).toContain(
    found?.text.replace(/^(?:Alte|Lange|4 Old|4|Old) /, ''),
  );
  expect(found?.text.length).toBeGreaterThan(/\p{Lo}|\p{sc=Cyrl}/u.test(address) ? 8 : 20);
});

test.each([
  'Der Weg 12, 97082 Schritte',
  'Stellplatz 12, 10000 Euro im Jahr',
  'Hafenweg, 97082 Pegelstadt',
  'Hafenweg 18, Pegelstadt',
  'Hafenweg 18, 2019 Pegelstadt',
  'Hafenweg 18, 97082 und mehr',
  'Level 12, 50000 Points',
  'In 2019 we moved to Tidemouth, OR 97201',
  'Order 12 parts, OR 97201',
  'Order 12, Road Atlas, 440016',
  '本市の港区に5隻の船があり',
  '우리 도시 12 길이 3',
  'The model AB12 3CD',
  'The model Quay AB12 3BD',
  'Order the part 12-345 Gauge',
  'Code Havenkade 1015 CJ',
])('%s is not an address', (text) => expect(postalAddressesIn(text)).toEqual([]));

test.each([
  'Hafenweg 1, 12345 A',
  'Aa aa aa 1, 1234 AB Aa ',
  '1 Aa Aa Aa St, Aa Aa Aa OR 12345 ',
  'Aa Aa Aa Road, Aa Aa, Aa Aa A1 1AA ',
  '1 rue a a a a 12345 A',
  'Aa',
  'ул. Аа ',
  'Calle Aa ',
])('many of %s are read in linear time: quadratic work would outlast the test', (text) => {
  expect(postalAddressesIn(text.repeat(20_000))).toBeInstanceOf(Array);
});
