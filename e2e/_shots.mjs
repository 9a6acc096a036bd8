import { chromium } from '@playwright/test'
import axe from 'axe-core'
const base='http://127.0.0.1:4710'
const browser=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking']})
const only=process.argv[2]?.split(',')
const png=Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC','base64')
async function fill(p){
  await p.locator('#field-fullName').fill('Nguyễn Thị Ngọc Ánh'); await p.locator('#field-email').fill('anh@congty.vn'); await p.locator('#field-phone').fill('0912 345 678'); await p.locator('#field-company').fill('Công ty TNHH Hoa Sen')
  if(await p.locator('[data-field=ticketId]').count()) await p.locator('[data-field=ticketId] input:enabled').last().check()
  if(await p.locator('[id="field-answers.q3"]').count()){ await p.locator('[id="field-answers.q3"]').fill('00123'); await p.locator('[data-field="answers.q4"] input').first().check(); await p.locator('[id="field-answers.q6"]').setInputFiles({name:'a.png',mimeType:'image/png',buffer:png}); await p.locator('[data-field="answers.q6"] img').waitFor() }
  if(await p.locator('[data-field=paymentMethod]').count()) await p.locator('[data-field=paymentMethod] input').first().check()
}
const send=p=>p.locator('button[type=submit]').click()
const scenes={
 open:{url:'/form/open'}, image:{url:'/form/image'}, bright:{url:'/form/bright'}, plain:{url:'/form/plain'}, white:{url:'/form/white'},
 upcoming:{url:'/form/upcoming'}, closed:{url:'/form/closed'}, full:{url:'/form/full'}, notfound:{url:'/form/nope'}, down:{url:'/form/down'}, slow:{url:'/form/slow'},
 login:{url:'/form/preview/open'}, preview:{url:'/form/preview/upcoming',token:true},
 errors:{url:'/form/open',do:async p=>{await p.locator('#field-email').fill('abc');await send(p)}},
 failed:{url:'/form/fail500',do:async p=>{await fill(p);await p.locator('#field-consent').check();await send(p);await p.getByRole('alert').locator('h3').waitFor()}},
 busy:{url:'/form/busy',do:async p=>{await fill(p);await p.locator('#field-consent').check();await send(p);await p.waitForTimeout(900)}},
 sold:{url:'/form/sold',do:async p=>{await fill(p);await p.locator('#field-consent').check();await send(p);await p.waitForTimeout(900)}},
 done:{url:'/form/image',do:async p=>{await fill(p);await p.locator('#field-consent').check();await send(p);await p.locator('dl').first().waitFor();await p.waitForTimeout(800)}},
 donefree:{url:'/form/plain',do:async p=>{await fill(p);await p.locator('#field-consent').check();await send(p);await p.waitForTimeout(900)}},
 filled:{url:'/form/open?code=LAN2026',do:async p=>{await fill(p);await p.waitForTimeout(500)}},
}
const combos=[[1440,900,'vi','light'],[390,844,'vi','light'],[390,844,'en','dark'],[1440,900,'en','dark']]
let bad=0
for(const [name,s] of Object.entries(scenes)){ if(only&&!only.includes(name))continue
 for(const [w,h,lang,scheme] of combos){
  const ctx=await browser.newContext({viewport:{width:w,height:h},colorScheme:scheme,hasTouch:w<500,deviceScaleFactor:1,locale:'vi-VN',acceptDownloads:true})
  await ctx.addInitScript(([l,tok])=>{localStorage.setItem('lang',l);if(tok){sessionStorage.setItem('accessToken','x');sessionStorage.setItem('accessTokenUntil',String(Date.now()+9e5))}},[lang,s.token])
  const p=await ctx.newPage(); const logs=[]; p.on('console',m=>{if(['error','warning'].includes(m.type()))logs.push(m.text())}); p.on('pageerror',e=>logs.push('PAGEERROR '+e))
  await p.goto(base+s.url); await p.waitForTimeout(500); if(s.do)await s.do(p)
  const wide=await p.evaluate(()=>document.documentElement.scrollWidth>innerWidth)
  if(wide){console.log(name,w,'HORIZONTAL SCROLL')}
  await p.screenshot({path:`/tmp/pp/shots/${name}-${w}-${lang}-${scheme}.png`,fullPage:true})
  await p.evaluate(axe.source).catch(()=>{}); 
  const v=await p.evaluate(async()=>{if(!window.axe)return ['no axe'];const r=await axe.run(document,{resultTypes:['violations']});return r.violations.map(v=>v.impact+' '+v.id+': '+v.nodes.map(n=>n.html.slice(0,140)+(n.any[0]?.message??'')).join(' | '))})
  for(const x of v){bad++;console.log(name,w,lang,scheme,x)}
  for(const l of logs.filter(l=>!/status of (4|5)\d\d/.test(l)))console.log(name,w,'LOG',l)
  await ctx.close()
 }}
await browser.close(); console.log('done',bad)
