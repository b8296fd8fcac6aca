import { expect, test } from 'vitest'
import { findCourier, isUsualNumber, trackingOf } from './couriers.ts'

test('a courier is found in what a seller has typed, and a tracking link leads to its page', () => {
  const hosts: Record<string, string | undefined> = {
    JNE: 'www.jne.co.id',
    'jne yes': 'www.jne.co.id',
    'J&T Express': 'jet.co.id',
    JNT: 'jet.co.id',
    'J & T': 'jet.co.id',
    'Si Cepat REG': 'www.sicepat.com',
    anteraja: 'anteraja.id',
    'Ninja Xpress': 'www.ninjaxpress.co',
    'Pos Indonesia': 'www.posindonesia.co.id',
    'Lion Parcel': 'lionparcel.com',
    GoSend: undefined,
    'Go-Send': undefined,
    GrabExpress: undefined,
    'Diantar sendiri': undefined,
    'dititip di pos satpam': undefined,
    Jet: undefined,
  }
  for (const [typed, host] of Object.entries(hosts)) {
    const url = trackingOf(typed, '11LP1/2')?.url
    expect(url && new URL(url).host, typed).toBe(host)
  }
  expect(['Go-Send', 'Gojek Instant', 'GrabExpress'].map((typed) => findCourier(typed)?.name)).toEqual([
    'GoSend',
    'GoSend',
    'Grab',
  ])
  expect(trackingOf('lion', '11LP1/2')).toEqual({
    courier: 'Lion',
    url: 'https://lionparcel.com/track/stt?q=11LP1%2F2',
  })
  expect([trackingOf('JNE', null), trackingOf(null, 'CGK123')]).toEqual([null, null])
})

test('only a number of an unusual shape is warned of', () => {
  const usual = {
    JNE: ['010320058999821', 'CGKA101234567890', 'TG7007260622', '0103 2005 8999 821'],
    'J&T': ['JP1234567890', 'jx8009962760', '200123456789'],
    SiCepat: ['002927168687'],
    AnterAja: ['10003283021112', 'TSA-AB12CD34'],
    Ninja: ['NLIDAP1234567890', 'SHPE2512345678'],
    Pos: ['P2311230012345', '15531900123', 'RR123456789ID'],
    Lion: ['11LP1234567890123', '11-19-5470676'],
    GoSend: ['apa saja'],
    'Diantar sendiri': ['-'],
  }
  for (const [courier, numbers] of Object.entries(usual)) {
    for (const number of numbers) expect(isUsualNumber(courier, number), `${courier} ${number}`).toBe(true)
  }
  for (const [courier, number] of [
    ['JNE', '123'],
    ['SiCepat', 'JP1234567890'],
    ['J&T', '002927168687123'],
    ['Pos', 'x'],
  ]) {
    expect(isUsualNumber(courier ?? '', number ?? ''), `${courier} ${number}`).toBe(false)
  }
})
